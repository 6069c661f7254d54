/** What a push says to the worker: a few lines for the screen, and where a press leads. */
export interface PushText {
  readonly title: string
  readonly body: string
  /** In the app: "/profile/history?tab=orders". */
  readonly path: string
  /** A newer notification of the same tag stands in the place of an older one. */
  readonly tag: string
  readonly language: 'fa' | 'en'
  /** For the badge on the icon. */
  readonly unread: number
}

/** What is shown of a push that cannot be read: a browser takes the right to push away where one shows nothing. */
export const UNREADABLE_PUSH: PushText = {
  title: 'کیمیا · Kimia',
  body: 'اعلان جدیدی دارید. · You have a new notification.',
  path: '/profile/notifications',
  tag: 'kimia',
  language: 'fa',
  unread: 1,
}

/** The message in a push; `undefined` for anything else. By hand, so that the worker stays small. */
export function parsePushText(text: string): PushText | undefined {
  try {
    const { title, body, path, tag, language, unread }: Partial<Record<keyof PushText, unknown>> = JSON.parse(text)
    const isText = [title, body, path, tag].every((part) => typeof part === 'string' && part !== '')
    // One slash: two would lead to another site.
    if (!isText || !/^\/(?![/\\])/.test(String(path)) || typeof unread !== 'number') return undefined
    return {
      title: String(title),
      body: String(body),
      path: String(path),
      tag: String(tag),
      language: language === 'en' ? 'en' : 'fa',
      unread,
    }
  } catch {
    return undefined
  }
}
