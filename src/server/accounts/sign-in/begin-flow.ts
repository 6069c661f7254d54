import { Rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { SmsPurpose } from '../../providers/sms/sms.ts'
import type { TwoStep } from '../../store/accounts/one-time-codes.ts'
import { insertFlow, type NewFlow, type SignInGoal } from '../../store/accounts/sign-in-flows.ts'
import type { Database } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Contact, codeSeconds, makeCode, maskContact, SIGN_IN_MS, sendCode } from '../one-time-code.ts'
import { hashToken, newToken } from './tokens.ts'

/** The purpose of each goal's code, as the messages name it. */
const PURPOSES = { 'sign-up': 'sign-up', login: 'login', reset: 'password' } as const satisfies Record<
  SignInGoal['kind'],
  SmsPurpose
>
export const purposeOf = ({ kind }: Pick<SignInGoal, 'kind'>): SmsPurpose => PURPOSES[kind]

export const secondsOfLogin = codeSeconds('login')

/** The begun second step, as its beginner sees it. */
export interface StepBegun {
  readonly twoStep: TwoStep
  /** The masked destination of the code. */
  readonly maskedContact: string
  readonly expiresInSeconds: number
  /** Binds the code to its beginner; absent if an existing flow continues. */
  readonly flowToken?: string | undefined
}

/** A flow whose code is stored and not sent yet. */
export interface StoredFlow {
  readonly token: string
  readonly codeText: string
}

/** Stores a new flow with a code and a token of its own. An authenticator's flow has a code that nobody learns, only to count its tries. */
export async function beginFlow(database: Database, flow: Omit<NewFlow, 'tokenHash' | 'code'>): Promise<StoredFlow> {
  const token = newToken()
  const code = makeCode({ purpose: purposeOf(flow.goal), at: flow.begunAt })
  const stored = { ...flow, tokenHash: hashToken(token), code: keptCode(flow, code.kept) }
  await database.transaction((tx) => insertFlow(tx, stored))
  return { token, codeText: code.text }
}

/** The stored form of a flow's code. With an authenticator, it may be typed as long as the flow lives. */
function keptCode({ twoStep, begunAt }: Pick<NewFlow, 'twoStep' | 'begunAt'>, kept: NewFlow['code']): NewFlow['code'] {
  return twoStep === 'GOOGLE_AUTHENTICATOR' ? { ...kept, expiresAt: new Date(begunAt.getTime() + SIGN_IN_MS) } : kept
}

type Step = Pick<NewFlow, 'mobile' | 'twoStep' | 'email'>

/** The contact for a flow's code; none for an authenticator. */
function contactOf({ mobile, twoStep, email }: Step): Contact | undefined {
  if (twoStep === 'GOOGLE_AUTHENTICATOR') return undefined
  return twoStep === 'EMAIL' && email !== undefined ? { channel: 'EMAIL', email } : { channel: 'SMS', mobile }
}

/** Sends a flow's code by its second step, if that sends any. Refuses as `sendCode` does. */
export async function sendStep(
  accounts: Pick<Accounts, 'sms' | 'email' | 'log'>,
  {
    flow,
    code,
    language,
    phrase,
  }: {
    readonly flow: Step & { readonly goal: Pick<SignInGoal, 'kind'> }
    readonly code: string
    readonly language: 'fa' | 'en'
    readonly phrase?: string | undefined
  },
): Promise<StepBegun | Rejected> {
  const to = contactOf(flow)
  if (to === undefined) return authenticatorStep(flow.mobile)
  const sent = await sendCode(accounts, { to, purpose: purposeOf(flow.goal), language, code, phrase })
  if (sent instanceof Rejected) return sent
  return { twoStep: sent.channel, maskedContact: sent.maskedContact, expiresInSeconds: sent.expiresInSeconds }
}

const authenticatorStep = (mobile: MobileNumber): StepBegun => ({
  twoStep: 'GOOGLE_AUTHENTICATOR',
  maskedContact: maskContact({ channel: 'SMS', mobile }),
  expiresInSeconds: SIGN_IN_MS / 1_000,
})
