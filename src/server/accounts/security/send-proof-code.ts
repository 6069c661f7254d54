import { type Rejected, rejected } from '#contract/rejected.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { SmsPurpose } from '../../providers/sms/sms.ts'
import { readProofCode, saveProofCode } from '../../store/accounts/one-time-codes.ts'
import { readProtection } from '../../store/accounts/protection.ts'
import type { Accounts } from '../accounts.ts'
import type { SessionActor } from '../actor.ts'
import { countCode } from '../limits.ts'
import { type CodeSent, type Contact, codeSentTo, makeCode, secondsOfJustSent, sendCode } from '../one-time-code.ts'

/** What the code is for, as its message says: a customer who is asked for it by a stranger can read what it would do. */
const PURPOSES = {
  PASSWORD: 'change-password',
  TWO_STEP: 'change-two-step',
  MOBILE: 'change-mobile',
  EMAIL: 'change-email',
  ACCESS: 'access',
} as const satisfies Record<ProofPurpose, SmsPurpose>

/**
 * Sends a code by the user's present second step, for this session to prove with what it is asked for. One that is on its way since less than a minute is named again
 * instead. An authenticator makes its own: then nothing is sent.
 * Refuses TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function sendProofCode(
  accounts: Accounts,
  { purpose }: { readonly purpose: ProofPurpose | undefined },
  actor: SessionActor,
): Promise<CodeSent | { readonly channel: 'GOOGLE_AUTHENTICATOR' } | Rejected> {
  const { database, settings, now } = accounts
  const { mobile, email, twoStep, phrase } = await readProtection(database, actor.userId)
  if (twoStep === 'GOOGLE_AUTHENTICATOR') return { channel: twoStep }
  const to: Contact | undefined =
    twoStep === 'EMAIL'
      ? email === undefined
        ? undefined
        : { channel: twoStep, email }
      : mobile && { channel: twoStep, mobile }
  if (!to) return rejected(`${twoStep}_OTP_UNAVAILABLE`)
  const at = now()
  const kept = await readProofCode(database, actor.sessionId)
  const withinMs = settings.limits.codeGapMs
  const isSame = kept?.purpose === purpose
  const secondsLeft = kept && isSame && secondsOfJustSent(kept.code, { purpose: 'two-step', at, withinMs })
  if (typeof secondsLeft === 'number') return { ...codeSentTo(to, 'two-step'), expiresInSeconds: secondsLeft }
  const { userId, sessionId } = actor
  const asker = { by: 'session', userId, sessionId } as const
  const tooManyCodes = await countCode(accounts, { purpose: 'proof', asker, visitor: actor, userId })
  if (tooManyCodes) return tooManyCodes
  const code = makeCode({ purpose: 'two-step', at })
  await saveProofCode(database, { sessionId: actor.sessionId, code: code.kept, purpose })
  const said = purpose === undefined ? 'two-step' : PURPOSES[purpose]
  return sendCode(accounts, { to, code: code.text, purpose: said, language: actor.language, phrase })
}
