import { Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { findSecrets } from '../../store/accounts/users.ts'
import type { Accounts } from '../accounts.ts'
import { type DeviceClaims, deviceOf } from '../device.ts'
import { askerOf, countCode } from '../limits.ts'
import { codeSeconds } from '../one-time-code.ts'
import { beginFlow, sendStep } from './begin-flow.ts'
import { demandPersonForCode } from './demand-person.ts'
import { originOf, type SignInVisitor } from './tokens.ts'
import { deviceOfVisitor, knownSiteOf } from './try-limits.ts'

export interface ForgottenPassword {
  readonly mobileNumber: string
  /** The channel of the code: e-mail only to a proven address. */
  readonly channel: 'SMS' | 'EMAIL'
  readonly captchaResponse?: string | undefined
  readonly device: DeviceClaims
}

/**
 * Begins to replace a forgotten password. The answer, and its time, are the same whether the number has an account or not: the code is sent after
 * it, and a number without an account gets a flow that no code opens.
 * Refuses INVALID_MOBILE, CAPTCHA_REQUIRED, CAPTCHA_REFUSED, TOO_MANY_REQUESTS.
 */
export async function forgetPassword(
  accounts: Accounts,
  { mobileNumber, channel, captchaResponse, device: claims }: ForgottenPassword,
  visitor: SignInVisitor,
): Promise<{ readonly flowToken: string; readonly expiresInSeconds: number } | Rejected> {
  const { database, now } = accounts
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const device = await deviceOfVisitor(database, { mobile, visitor })
  // Strangers who request codes by SMS leave the owner those by e-mail.
  const contact = channel === 'EMAIL' ? `EMAIL ${mobile}` : mobile
  const asked = { action: 'forgot', response: captchaResponse, contact } as const
  const person = device === undefined ? await demandPersonForCode(accounts, asked, visitor) : { proven: true }
  if (person instanceof Rejected) return person
  // With a captcha the first code counts as a stranger's, so that the second one demands it.
  const mayBeKnown = person.proven || !accounts.captcha
  const site = mayBeKnown ? await knownSiteOf(accounts, { mobile, visitor }) : undefined
  const asker = askerOf(contact, { ...person, device, site })
  const tooManyCodes = await countCode(accounts, { purpose: 'password', asker, visitor })
  if (tooManyCodes) return tooManyCodes
  const secrets = await findSecrets(database, mobile)
  const email = channel === 'EMAIL' ? secrets?.email : undefined
  const flow = {
    origin: originOf(visitor),
    mobile,
    goal: { kind: 'reset', userId: secrets?.id },
    twoStep: email === undefined ? 'SMS' : 'EMAIL',
    email,
    begunAt: now(),
    begunByPerson: asker.by === 'person',
    trustVersion: secrets?.trustVersion,
    device: deviceOf(claims, visitor.userAgent),
  } as const
  const { token, codeText } = await beginFlow(database, flow)
  const { language } = visitor
  // Not awaited: its duration would reveal who has an account.
  if (secrets) void sendStep(accounts, { flow, code: codeText, language, phrase: secrets.phrase })
  return { flowToken: token, expiresInSeconds: codeSeconds('password') }
}
