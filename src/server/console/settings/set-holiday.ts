import { type Rejected, rejected } from '#contract/rejected.ts'
import { gregorianToJalali } from '#domain/jalali.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { addHoliday, findHoliday, removeHoliday } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, readSettingPayload } from '../proposals/proposal.ts'
import { proposeSetting } from './propose-setting.ts'

/** Refuses SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeHoliday(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { day, closed, name }: { day: string; closed: boolean; name?: string | undefined },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const jalali = gregorianToJalali(day)
  if (jalali === undefined) return rejected('SETTING_INVALID', { field: 'day' })
  return database.transaction(async (tx) => {
    const standing = await findHoliday(tx, jalali)
    const before = { closed: String(standing !== undefined), ...(standing?.name ? { occasion: standing.name } : {}) }
    const after = { closed: String(closed), ...(closed && name ? { occasion: name } : {}) }
    const change = { kind: 'SET_HOLIDAY', subject: day, before, after } as const
    return proposeSetting(tx, change, { act, at: now() })
  })
}

/** Markets with holidays apply it once the approval is answered. */
export async function setProposedHoliday(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  const jalali = gregorianToJalali(subject ?? '')
  if (subject === undefined || jalali === undefined) return rejected('SETTING_INVALID')
  const { closed, occasion: name } = readSettingPayload(payload).after
  const isClosed = closed === 'true'
  const isDone = await (isClosed ? addHoliday(tx, { day: jalali, name }) : removeHoliday(tx, jalali))
  if (!isDone) return rejected('NOTHING_TO_CHANGE')
  return { details: { day: subject, before: !isClosed, after: isClosed, ...(name ? { occasion: name } : {}) } }
}
