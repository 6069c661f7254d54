import { useSelector } from '@tanstack/react-store'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import PushSheet from '#client/features/push/push-sheet.tsx'
import { PushRow } from '#client/features/settings/notifications-section.tsx'
import { resyncPushSubscription } from '#client/lib/push-device.ts'
import { closePushOffer, offerPushOnce, pushOffer } from '#client/lib/push-offer.ts'
import { words as en } from '#client/locales/en/push.ts'
import { words as fa } from '#client/locales/fa/push.ts'
import { Sheet } from '#client/ui/sheet.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const KEY = 'BEl6'

/** The push functions of a test browser. */
function browserWith({
  permission,
  answer = permission,
}: {
  permission: NotificationPermission
  answer?: NotificationPermission
}) {
  const place = { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'cHVi', auth: 'YXV0aA' } }
  let found: object | null = null
  const unsubscribe = vi.fn(async () => {
    found = null
    return true
  })
  const subscription = {
    options: { applicationServerKey: Uint8Array.from(atob(KEY), (c) => c.charCodeAt(0)).buffer },
    unsubscribe,
    toJSON: () => place,
  }
  const subscribe = vi.fn(async (_: unknown) => {
    found = subscription
    return subscription
  })
  const pushManager = { subscribe, getSubscription: async () => found }
  vi.stubGlobal('PushManager', class {})
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer
      return answer
    }),
  }
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
  return { subscribe, unsubscribe, notification, place, keep: () => subscribe(undefined) }
}

function Sheets() {
  const isOpen = useSelector(pushOffer)
  return (
    <>
      <PushRow />
      {isOpen && <PushSheet />}
    </>
  )
}

function BesideForm() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <Sheets />
      <Sheet open={isOpen} title="form" onClose={() => setOpen(false)}>
        an order
      </Sheet>
    </>
  )
}

describe.each(['fa', 'en'] as const)('notifications in this browser (%s)', (language) => {
  const words = { fa, en }[language]
  let subscribed = false
  let posted: unknown[] = []
  const draw = () => drawClient(<Sheets />, { language })
  const button = (name: string) => screen.findByRole('button', { name })
  beforeEach(() => {
    subscribed = false
    posted = []
    server.use(
      mockEndpoint(getPushKey, () => ({ baseDTO: { publicKey: KEY, subscribed } })),
      mockEndpoint(subscribeToPush, ({ body }) => {
        posted.push(body)
        subscribed = true
        return {}
      }),
      mockEndpoint(unsubscribeFromPush, () => {
        subscribed = false
        return {}
      }),
    )
  })
  afterEach(() => {
    closePushOffer()
    localStorage.clear()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  test('the browser alone asks, once, and then the place is posted', async () => {
    const { subscribe, place } = browserWith({ permission: 'default', answer: 'granted' })
    await draw()
    await userEvent.click(await button(words.turnOn))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText(words.state.on)).toBeVisible()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY })
    expect(posted).toEqual([place])
    await userEvent.click(await button(words.turnOff))
    expect(await screen.findByText(words.state.off)).toBeVisible()
  })

  test.each(['denied', 'default'] as const)('an answer of %s is said, with what helps', async (answer) => {
    const { subscribe } = browserWith({ permission: 'default', answer })
    await draw()
    await userEvent.click(await button(words.turnOn))
    const sentence = answer === 'denied' ? words.outcome.denied : words.outcome.dismissed
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(subscribe).not.toHaveBeenCalled()
  })

  test('a browser whose service fails is said so, and so is a refusal', async () => {
    const { subscribe } = browserWith({ permission: 'granted' })
    subscribe.mockRejectedValueOnce(new Error('no service'))
    await draw()
    const press = async () => userEvent.click(await button(words.turnOn))
    await press()
    expect(await screen.findByText(words.outcome.failed)).toBeVisible()
    for (const code of ['PUSH_SUBSCRIPTION_INVALID', 'PUSH_UNAVAILABLE'] as const) {
      server.use(mockEndpoint(subscribeToPush, refuseWith(code)))
      await press()
      expect(await screen.findByText(REFUSALS[code][language])).toBeVisible()
    }
  })

  test('a browser that was told no, or has no push, says what can be done', async () => {
    browserWith({ permission: 'denied' })
    const first = await draw()
    expect(await screen.findByText(words.state.denied)).toBeVisible()
    expect(screen.queryByRole('button', { name: words.turnOn })).toBeNull()
    first.unmount()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
    await draw()
    expect(await screen.findByText(words.state.unsupported)).toBeVisible()
  })

  test('an order offers it once on a device, and never where the browser was answered', async () => {
    browserWith({ permission: 'denied' })
    offerPushOnce()
    expect(pushOffer.get()).toBe(false)
    browserWith({ permission: 'default' })
    await draw()
    offerPushOnce(0)
    await userEvent.click(await button(words.offer.no))
    expect(screen.queryByText(words.offer.text)).toBeNull()
    offerPushOnce()
    expect(pushOffer.get()).toBe(false)
  })

  test('an offer waits until the sheet that somebody is at is closed', async () => {
    browserWith({ permission: 'default' })
    await drawClient(<BesideForm />, { language })
    offerPushOnce(0)
    await expect.poll(() => pushOffer.get()).toBe(true)
    const form = screen.getByRole('dialog', { name: 'form' })
    expect(screen.queryByText(words.offer.text)).toBeNull()
    await userEvent.click(within(form).getByRole('button'))
    expect(await screen.findByText(words.offer.text)).toBeVisible()
    expect(form).not.toBeInTheDocument()
  })

  test('a subscription that the server has forgotten is told anew, and one that it knows is left alone', async () => {
    const { keep, place } = browserWith({ permission: 'granted' })
    await keep()
    await resyncPushSubscription()
    expect(posted).toEqual([place])
    await resyncPushSubscription()
    expect(posted).toHaveLength(1)
  })
})
