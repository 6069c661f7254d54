import { type PushText, parsePushText, UNREADABLE_PUSH } from '#contract/push-message.ts'

export interface ShownPush {
  readonly title: string
  readonly options: NotificationOptions & { readonly data: { readonly path: string } }
  readonly unread: number
}

/** The notification shown for a push, whatever the push contains: a browser that shows nothing loses its permission for push. */
export function shownPush(data: string | undefined): ShownPush {
  const { title, body, path, tag, language, unread }: PushText = parsePushText(data ?? '') ?? UNREADABLE_PUSH
  return {
    title,
    options: {
      body,
      tag,
      lang: language,
      dir: language === 'fa' ? 'rtl' : 'ltr',
      icon: '/icons/icon-192.png',
      badge: '/icons/monochrome-512.png',
      data: { path },
    },
    unread,
  }
}

/** The page that a press on a notification opens. The data may be ours or anyone's. */
export function pathOf(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' ? path : UNREADABLE_PUSH.path
}

interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<
    readonly {
      readonly url: string
      readonly visibilityState: DocumentVisibilityState
      focus(): Promise<unknown>
      navigate(url: string): Promise<unknown>
    }[]
  >
  openWindow(url: string): Promise<unknown>
}

/** Opens a page in an existing window, preferably a visible one, or in a new one. */
export async function openPage(windows: Windows, url: string): Promise<void> {
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const window = open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
  if (!window) return void (await windows.openWindow(url))
  // Browsers allow focus only right after the press; the window navigates even if focus fails.
  await window.focus().catch(() => undefined)
  // A window that another worker controls cannot be navigated.
  if (window.url !== url) await window.navigate(url).catch(() => windows.openWindow(url))
}
