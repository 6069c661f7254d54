import { type Rejected, rejected } from '#contract/rejected.ts'
import type { CaptchaAction } from '../../providers/captcha/captcha.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { hasStrangersCode } from '../limits.ts'
import type { SignInVisitor } from './tokens.ts'
import { asksForMany } from './try-limits.ts'

export interface PersonAsked {
  readonly action: CaptchaAction
  /** The widget's response, if the page has shown one. */
  readonly response: string | undefined
  /** Whether a program may be at work. Called only if no widget was shown. */
  readonly suspicious: () => Promise<boolean>
}

/**
 * Demands the proof of a person, if there is a captcha and so much has failed that a program may be at work. While the vendor gives no
 * answer nobody must prove it, and the limits alone apply. Refuses CAPTCHA_REQUIRED and CAPTCHA_REFUSED, with what a page needs to show the widget.
 */
export async function demandPerson(
  { captcha, database, log, now }: Pick<Accounts, 'captcha' | 'database' | 'log' | 'now'>,
  { action, response, suspicious }: PersonAsked,
  { ip }: Pick<SignInVisitor, 'ip'>,
): Promise<{ readonly proven: boolean } | Rejected> {
  if (!captcha) return { proven: false }
  const details = { captcha: false, ...captcha.widget }
  if (response === undefined)
    return (await suspicious())
      ? rejected('CAPTCHA_REQUIRED', { field: 'captchaResponse', details })
      : { proven: false }
  const outcome = await captcha.check({ response, action, ip })
  if (outcome === 'refused') {
    await countRefusal(database, { kind: 'CAPTCHA_REFUSED', userId: undefined, ip, at: now() })
    return rejected('CAPTCHA_REFUSED', { field: 'captchaResponse', details })
  }
  if (outcome === 'unavailable') log.error({ action }, 'the captcha gives no answer; the limits of tries alone hold')
  return { proven: outcome === 'passed' }
}

/**
 * The same before a code that anybody can cause: for a contact's second one within a day, or once its network has requested many, so that no
 * program uses up the codes that the contact's owner may need. Refuses as `demandPerson` does.
 */
export function demandPersonForCode(
  accounts: Pick<Accounts, 'captcha' | 'database' | 'log' | 'now' | 'settings'>,
  { action, response, contact }: Pick<PersonAsked, 'action' | 'response'> & { readonly contact: string },
  visitor: Pick<SignInVisitor, 'ip'>,
): Promise<{ readonly proven: boolean } | Rejected> {
  const suspicious = async () => (await asksForMany(accounts, visitor)) || (await hasStrangersCode(accounts, contact))
  return demandPerson(accounts, { action, response, suspicious }, visitor)
}
