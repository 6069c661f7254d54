import type * as z from 'zod/mini'
import { LevelSettings } from '#contract/operations-settings.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { ACCOUNT_LEVELS, FEE_MAX, parsePercent, percentOf } from '#domain/fee.ts'
import { type LevelChange, type LevelRow, readLevels, saveLevelSettings } from '../../store/accounts/levels.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { lockSettings } from '../../store/catalogue.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

type Level = Exclude<LevelChange['level'], 'SUPERVISOR'>
type LevelText = z.output<typeof LevelSettings>

/** Refuses SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeLevelChange(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { level, text }: { level: Level; text: LevelText },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const levels = await readLevels(tx)
    const change = checkLevel(levels, level, text)
    const before = levels.find((row) => row.level === level)
    if (change instanceof Rejected || !before) return change instanceof Rejected ? change : rejected('SETTING_INVALID')
    const texts = { before: levelText(before), after: levelText({ ...before, ...change }) }
    return proposeSetting(tx, { kind: 'CHANGE_LEVEL', subject: level, ...texts }, { act, at: now() })
  })
}

/** The first level begins at zero, and each further level at a larger volume than the one before. */
function checkLevel(levels: readonly LevelRow[], level: Level, text: LevelText): LevelChange | Rejected {
  const volumeFrom = parseDecimal(text.volumeFrom, 0)
  if (volumeFrom === undefined) return invalid('volumeFrom')
  const maker = parsePercent(text.maker, FEE_MAX)
  if (maker === undefined) return invalid('maker')
  const taker = parsePercent(text.taker, FEE_MAX)
  if (taker === undefined) return invalid('taker')
  const depositDayMax = parseDecimal(text.depositDayMax, 0)
  if (depositDayMax === undefined) return invalid('depositDayMax')
  const withdrawalDayMax = parseDecimal(text.withdrawalDayMax, 0)
  if (withdrawalDayMax === undefined) return invalid('withdrawalDayMax')
  const withdrawalHourMax = parseDecimal(text.withdrawalHourMax, 0)
  if (withdrawalHourMax === undefined || withdrawalHourMax > withdrawalDayMax) return invalid('withdrawalHourMax')
  const at = ACCOUNT_LEVELS.indexOf(level)
  const volumeOf = (index: number) => levels.find((row) => row.level === ACCOUNT_LEVELS[index])?.volumeFrom
  const below = at === 0 ? undefined : volumeOf(at - 1)
  const above = ACCOUNT_LEVELS[at + 1] === 'SUPERVISOR' ? undefined : volumeOf(at + 1)
  const fits =
    (at === 0 ? volumeFrom === 0n : below !== undefined && volumeFrom > below) &&
    (above === undefined || volumeFrom < above)
  const limits = { depositDayMax, withdrawalHourMax, withdrawalDayMax }
  return fits ? { level, volumeFrom, ...limits, maker, taker } : invalid('volumeFrom')
}

/** The level's fees apply to the next orders; placed orders keep their rates. */
export async function changeProposedLevel(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const level = ACCOUNT_LEVELS.find((each) => each === subject)
  if (!level || level === 'SUPERVISOR') return rejected('SETTING_INVALID')
  const { after, changes } = readSetting(payload, LevelSettings)
  const change = checkLevel(await readLevels(tx), level, after)
  if (change instanceof Rejected) return change
  await saveLevelSettings(tx, change)
  return { details: { level, ...changes } }
}

/** The settings of a level as its form shows them. */
export const levelText = (row: LevelRow): LevelText => ({
  volumeFrom: String(row.volumeFrom),
  depositDayMax: String(row.depositDayMax),
  withdrawalHourMax: String(row.withdrawalHourMax),
  withdrawalDayMax: String(row.withdrawalDayMax),
  maker: percentOf(row.maker),
  taker: percentOf(row.taker),
})
