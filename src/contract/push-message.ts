/** The content of a push for the worker: a few lines to show, and the page that a press opens. */
export interface PushText {
  readonly title: string
  readonly body: string
  /** In the app: "/profile/history?tab=orders". */
  readonly path: string
  /** A newer notification replaces an older one with the same tag. */
  readonly tag: string
  readonly language: 'fa' | 'en'
  /** The number on the icon's badge. */
  readonly unread: number
}

/** Shown for a push that cannot be read, since a browser revokes push permission if a push shows nothing. */
export const UNREADABLE_PUSH: PushText = {
  title: 'کیمیا · Kimia',
  body: 'اعلان جدیدی دارید. · You have a new notification.',
  path: '/profile/notifications',
  tag: 'kimia',
  language: 'fa',
  unread: 1,
}

/** The message of a push; `undefined` for anything else. Parsed by hand, so that the worker stays small. */
export function parsePushText(text: string): PushText | undefined {
  try {
    const { title, body, path, tag, language, unread }: Partial<Record<keyof PushText, unknown>> = JSON.parse(text)
    const isText = [title, body, path, tag].every((part) => typeof part === 'string' && part !== '')
    // Exactly one slash: two would lead to another site.
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
