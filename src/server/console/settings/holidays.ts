import * as z from 'zod/mini'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { gregorianToJalali } from '#domain/jalali.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { addHoliday, findHoliday, removeHoliday } from '../../store/trading/market-halts.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

/** Refuses SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeHoliday(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { day, closed, name }: { day: string; closed: boolean; name?: string | undefined },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const jalali = gregorianToJalali(day)
  if (jalali === undefined) return invalid('day')
  return database.transaction(async (tx) => {
    const standing = await findHoliday(tx, jalali)
    const before = { closed: standing !== undefined, ...(standing?.name ? { occasion: standing.name } : {}) }
    const after = { closed, ...(closed && name ? { occasion: name } : {}) }
    return proposeSetting(tx, { kind: 'SET_HOLIDAY', subject: day, before, after }, { act, at: now() })
  })
}

const HolidaySetting = z.object({ closed: z.boolean(), occasion: z.optional(z.string()) })

/** Markets with holidays apply it once the approval is answered. */
export async function setProposedHoliday(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  const jalali = gregorianToJalali(subject ?? '')
  if (subject === undefined || jalali === undefined) return rejected('SETTING_INVALID')
  const { closed, occasion: name } = readSetting(payload, HolidaySetting).after
  const isDone = await (closed ? addHoliday(tx, { day: jalali, name }) : removeHoliday(tx, jalali))
  if (!isDone) return rejected('NOTHING_TO_CHANGE')
  return { details: { day: subject, before: !closed, after: closed, ...(name ? { occasion: name } : {}) } }
}
