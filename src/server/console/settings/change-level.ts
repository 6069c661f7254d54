import { Rejected, rejected } from '#contract/rejected.ts'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { type LevelRow, readLevels } from '../../store/accounts/levels.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { type LevelChange, lockSettings, saveLevelSettings } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, readSettingPayload } from '../proposals/proposal.ts'
import { type LevelText, parseLevel } from './parse-settings.ts'
import { changeDetails, proposeSetting } from './propose-setting.ts'
import { levelText } from './settings-text.ts'

type Level = Exclude<LevelChange['level'], 'SUPERVISOR'>

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
    const after = levelText({ ...before, ...change })
    return proposeSetting(
      tx,
      { kind: 'CHANGE_LEVEL', subject: level, before: { ...levelText(before) }, after: { ...after } },
      { act, at: now() },
    )
  })
}

/** The first level begins at zero, and each further level at a larger volume than the one before. */
function checkLevel(levels: readonly LevelRow[], level: Level, text: LevelText): LevelChange | Rejected {
  const change = parseLevel(level, text)
  if (change instanceof Rejected) return change
  const at = ACCOUNT_LEVELS.indexOf(level)
  const volumeOf = (index: number) => levels.find((row) => row.level === ACCOUNT_LEVELS[index])?.volumeFrom
  const below = at === 0 ? undefined : volumeOf(at - 1)
  const above = ACCOUNT_LEVELS[at + 1] === 'SUPERVISOR' ? undefined : volumeOf(at + 1)
  const fits =
    (at === 0 ? change.volumeFrom === 0n : below !== undefined && change.volumeFrom > below) &&
    (above === undefined || change.volumeFrom < above)
  return fits ? change : rejected('SETTING_INVALID', { field: 'volumeFrom' })
}

/** The level's fees apply to the next orders; placed orders keep their rates. */
export async function changeProposedLevel(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const level = ACCOUNT_LEVELS.find((each) => each === subject)
  if (!level || level === 'SUPERVISOR') return rejected('SETTING_INVALID')
  const { after } = readSettingPayload(payload)
  const text = { volumeFrom: after.volumeFrom ?? '', maker: after.maker ?? '', taker: after.taker ?? '' }
  const levels = await readLevels(tx)
  const change = checkLevel(levels, level, text)
  if (change instanceof Rejected) return change
  await saveLevelSettings(tx, change)
  const before = levels.find((row) => row.level === level)
  return { details: { level, ...changeDetails(before && { ...levelText(before) }, after) } }
}
