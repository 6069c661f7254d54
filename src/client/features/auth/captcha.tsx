import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { CaptchaAction } from '#contract/users.ts'

const Widget = z.object({ provider: z.enum(['sandbox', 'turnstile']), siteKey: z.string() })
type Widget = z.output<typeof Widget>

const CODES: readonly string[] = ['CAPTCHA_REQUIRED', 'CAPTCHA_REFUSED']

function widgetOf(error: Error | null): Widget | undefined {
  if (!(error instanceof ApiRefusal) || !CODES.includes(error.code)) return undefined
  const read = Widget.safeParse(error.details)
  return read.success ? read.data : undefined
}

export interface Captcha {
  /** No captcha is required, or it was answered. Only if false is the widget shown. */
  readonly passed: boolean
  readonly widget: Widget | undefined
  /** The refusal that requires the captcha: each refusal requires a new response. */
  readonly asked: Error | null
  readonly onResponse: (response: string) => void
  /** The response to send with the request; valid once. */
  readonly take: () => { captchaResponse?: string }
}

/** The captcha of a form: not shown until a refusal of the form's request requires it. */
export function useCaptcha(error: Error | null): Captcha {
  const widget = widgetOf(error)
  const [given, setGiven] = useState<{ response: string; to: Error } | undefined>()
  const response = given !== undefined && given.to === error ? given.response : undefined
  return {
    passed: widget === undefined || response !== undefined,
    widget,
    asked: error,
    onResponse: (text) => error && setGiven({ response: text, to: error }),
    take: () => (response === undefined ? {} : { captchaResponse: response }),
  }
}

interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      action: string
      language: string
      callback: (response: string) => void
    },
  ): unknown
  remove(widget: unknown): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const SCRIPTS = {
  sandbox: '/sandbox/turnstile/v0/api.js',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
} as const

function loadTurnstile(provider: Widget['provider']): Promise<Turnstile | undefined> {
  if (window.turnstile) return Promise.resolve(window.turnstile)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = SCRIPTS[provider]
    script.onload = () => resolve(window.turnstile)
    script.onerror = () => resolve(undefined)
    document.head.append(script)
  })
}

/** The widget, if a captcha is required. */
export function CaptchaBox({
  captcha,
  action,
  missing,
}: {
  captcha: Captcha
  action: CaptchaAction
  missing: boolean
}) {
  const { t } = useTranslation('auth')
  if (!captcha.widget) return null
  return (
    <chakra.div display="grid" gap="1.5">
      <Frame widget={captcha.widget} asked={captcha.asked} action={action} onResponse={captcha.onResponse} />
      {missing && !captcha.passed && (
        <chakra.p fontSize="xs" color="sell" role="alert">
          {t('problem.captchaRequired')}
        </chakra.p>
      )}
    </chakra.div>
  )
}

type FrameProps = { widget: Widget; asked: Error | null; action: CaptchaAction; onResponse: (response: string) => void }

function Frame({ widget: { provider, siteKey }, asked, action, onResponse }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const language = useLanguage()
  const answer = useRef(onResponse)
  useEffect(() => {
    answer.current = onResponse
  })
  useEffect(() => {
    if (!asked) return
    let gone = false
    let shown: { remove: () => void } | undefined
    void loadTurnstile(provider).then((turnstile) => {
      if (gone || !turnstile || !box.current) return
      const drawn = turnstile.render(box.current, {
        sitekey: siteKey,
        action,
        language,
        callback: (response) => answer.current(response),
      })
      shown = { remove: () => turnstile.remove(drawn) }
    })
    return () => {
      gone = true
      shown?.remove()
    }
  }, [provider, siteKey, action, language, asked])
  return <chakra.div ref={box} minHeight="tap" />
}
