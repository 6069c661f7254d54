import type { CustodyApproval } from '#contract/operations-custody.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { STATUS_MS_MAX, within } from '../../wallets/chains/compare-custody.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'custody'>

const SWITCH_MS_MAX = 10_000

/** The operator as custody's own journal names one. */
const nameOf = ({ operatorId }: Act) => `operator ${operatorId}`

/**
 * Stops all sending of coins. Custody is asked first, because nothing may delay a stop; an attempt without an answer is recorded too, since it may have
 * taken effect. Refuses CUSTODY_UNAVAILABLE.
 */
export async function stopSending({ accounts, custody }: Services, act: Act): Promise<Rejected | undefined> {
  if (!custody) return rejected('CUSTODY_UNAVAILABLE')
  const reply = await within(custody.ask('stop', { by: nameOf(act) }), SWITCH_MS_MAX)
  const isStopped = reply?.kind === 'answered'
  await accounts.database.transaction((tx) =>
    recordAct(tx, act, { at: accounts.now(), kind: isStopped ? 'CUSTODY_STOPPED' : 'CUSTODY_STOP_UNANSWERED' }),
  )
  return isStopped ? undefined : rejected('CUSTODY_UNAVAILABLE')
}

interface Resumption {
  /** Of the stop that the operator saw. */
  readonly stoppedAt: string
  readonly approvals: readonly CustodyApproval[]
}

/**
 * Lets payments go on after a stop, if custody's policy accepts the signatures. Refuses CUSTODY_UNAVAILABLE, NOTHING_TO_CHANGE, SETTING_CHANGED after
 * another stop, APPROVAL_INVALID, APPROVALS_NEEDED.
 */
export async function resumeSending(
  { accounts, custody }: Services,
  { stoppedAt, approvals }: Resumption,
  act: Act,
): Promise<Rejected | undefined> {
  const status = await within(custody?.ask('status', {}), STATUS_MS_MAX)
  if (status?.kind !== 'answered') return rejected('CUSTODY_UNAVAILABLE')
  if (status.result.stoppedAt === undefined) return rejected('NOTHING_TO_CHANGE')
  if (status.result.stoppedAt !== Date.parse(stoppedAt)) return rejected('SETTING_CHANGED')
  const reply = await within(custody?.ask('resume', { by: nameOf(act), approvals: [...approvals] }), SWITCH_MS_MAX)
  if (reply?.kind === 'refused') {
    const { code } = reply
    return rejected(code === 'APPROVAL_INVALID' || code === 'APPROVALS_NEEDED' ? code : 'CUSTODY_UNAVAILABLE')
  }
  const isResumed = reply?.kind === 'answered'
  await accounts.database.transaction((tx) =>
    recordAct(tx, act, {
      at: accounts.now(),
      kind: isResumed ? 'CUSTODY_RESUMED' : 'CUSTODY_RESUME_UNANSWERED',
      details: { signedBy: approvals.map(({ operator }) => operator).join(', ') },
    }),
  )
  return isResumed ? undefined : rejected('CUSTODY_UNAVAILABLE')
}
