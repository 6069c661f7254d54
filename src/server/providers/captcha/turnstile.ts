import { z } from 'zod'
import { callVendor } from '../call-vendor.ts'
import type { CaptchaCheck, CaptchaWidget } from './captcha.ts'

export interface TurnstileSettings {
  readonly provider: CaptchaWidget['provider']
  /** "https://challenges.cloudflare.com/turnstile/v0", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  readonly siteKey: string
  readonly secretKey: string
  readonly timeoutMs: number
}

const Reply = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
})

/** Cloudflare Turnstile's siteverify: a response is valid once, for five minutes, for one host name and one action. */
export function createTurnstile(
  settings: TurnstileSettings,
  { isOurHost }: { isOurHost: (hostname: string) => boolean },
): CaptchaCheck {
  const { provider, siteKey, secretKey, apiUrl, timeoutMs } = settings
  return {
    widget: { provider, siteKey },
    async check({ response, action, ip }) {
      const reply = await callVendor({
        url: `${apiUrl}/siteverify`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret: secretKey, response, remoteip: ip }).toString(),
        timeoutMs,
        // If an answer was lost, the response may be used up, and a repeat would be refused.
        retry: 'unreached',
      })
      if (reply.kind === 'unavailable') return 'unavailable'
      const read = Reply.safeParse(reply.json)
      if (!read.success) return 'unavailable'
      const { success, hostname = '', action: provenFor } = read.data
      return success && provenFor === action && isOurHost(hostname) ? 'passed' : 'refused'
    },
  }
}
