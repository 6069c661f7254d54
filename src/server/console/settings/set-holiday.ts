import { type Rejected, rejected } from '#contract/rejected.ts'
import { gregorianToJalali } from '#domain/jalali.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { addHoliday, isHoliday, removeHoliday } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/approved.ts'
import { readSettingPayload } from '../proposals/payloads.ts'
import { proposeSetting } from './propose-setting.ts'

/** Refuses SETTING_INVALID, NOTHING_TO_CHANGE, PROPOSAL_EXISTS. */
export async function proposeHoliday(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { day, closed }: { day: string; closed: boolean },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const jalali = gregorianToJalali(day)
  if (jalali === undefined) return rejected('SETTING_INVALID', { field: 'day' })
  return database.transaction(async (tx) => {
    const before = { closed: String(await isHoliday(tx, jalali)) }
    const change = { kind: 'SET_HOLIDAY', subject: day, before, after: { closed: String(closed) } } as const
    return proposeSetting(tx, change, { act, at: now() })
  })
}

/** The markets that rest keep it when the approval is answered. */
export async function setProposedHoliday(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  const jalali = gregorianToJalali(subject ?? '')
  if (subject === undefined || jalali === undefined) return rejected('SETTING_INVALID')
  const closed = readSettingPayload(payload).after.closed === 'true'
  if (!(await (closed ? addHoliday(tx, jalali) : removeHoliday(tx, jalali)))) return rejected('NOTHING_TO_CHANGE')
  return { details: { day: subject, before: !closed, after: closed } }
}
