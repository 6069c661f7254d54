import type * as z from 'zod/mini'
import { DeliveryBranchForm, DeliveryRulesForm } from '#contract/operations-deliveries.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { type CoinNaming, GOLD, parseAmount } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { DeliveryRules } from '#domain/delivery.ts'
import { parsePercent, percentOf } from '#domain/fee.ts'
import { MILLION, ppm } from '#domain/units.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Transaction } from '../../store/database.ts'
import {
  type BranchTexts,
  insertBranch,
  readBranches,
  readDeliveryRules,
  saveBranch,
  saveDeliveryRules,
} from '../../store/wallets/deliveries.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

type RulesText = z.output<typeof DeliveryRulesForm>
type BranchText = z.output<typeof DeliveryBranchForm>
type Services = Pick<ConsoleServices, 'accounts' | 'catalogue'>

/** Refuses SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeDeliveryRules(
  { accounts: { database, now }, catalogue }: Services,
  text: RulesText,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const rules = checkRules(text, goldOf(catalogue))
    if (rules instanceof Rejected) return rules
    const before = deliveryRulesText(await readDeliveryRules(tx), catalogue)
    const after = deliveryRulesText(rules, catalogue)
    return proposeSetting(
      tx,
      { kind: 'CHANGE_DELIVERY_RULES', subject: 'deliveries', before, after },
      { act, at: now() },
    )
  })
}

/** The next requests are judged by the new rules; a delivery that was requested keeps its weight and fee. */
export async function changeProposedDeliveryRules(
  tx: Transaction,
  { payload }: Proposal,
  { catalogue }: { catalogue: Catalogue },
): Promise<Approved | Rejected> {
  const { after, changes } = readSetting(payload, DeliveryRulesForm)
  const rules = checkRules(after, goldOf(catalogue))
  if (rules instanceof Rejected) return rules
  await saveDeliveryRules(tx, rules)
  return { details: changes }
}

function goldOf({ coinBySymbol }: Pick<Catalogue, 'coinBySymbol'>): CoinNaming {
  const gold = coinBySymbol.get(GOLD)
  if (!gold) throw new Error('the catalogue has no gold')
  return gold
}

/** The least and the greatest weight are whole steps themselves. */
function checkRules(text: RulesText, gold: CoinNaming): DeliveryRules | Rejected {
  const weightStep = parseAmount(text.weightStep, gold)
  if (!weightStep) return invalid('weightStep')
  const weightMin = parseAmount(text.weightMin, gold)
  if (!weightMin || weightMin % weightStep !== 0n) return invalid('weightMin')
  const weightMax = parseAmount(text.weightMax, gold)
  if (!weightMax || weightMax < weightMin || weightMax % weightStep !== 0n) return invalid('weightMax')
  const feeFixed = parseAmount(text.feeFixed, gold)
  if (feeFixed === undefined) return invalid('feeFixed')
  const feeShare = parsePercent(text.feePercent, ppm(MILLION))
  if (feeShare === undefined) return invalid('feePercent')
  return { weightMin, weightMax, weightStep, feeFixed, feeShare, courier: text.courier }
}

/** The rules as their form shows them. */
export function deliveryRulesText(
  { weightMin, weightMax, weightStep, feeFixed, feeShare, courier }: DeliveryRules,
  catalogue: Pick<Catalogue, 'coinBySymbol'>,
): RulesText {
  const text = (units: bigint) => formatDecimal(units, goldOf(catalogue).decimals)
  return {
    ...{ weightMin: text(weightMin), weightMax: text(weightMax), weightStep: text(weightStep) },
    ...{ feeFixed: text(feeFixed), feePercent: percentOf(feeShare), courier },
  }
}

const NEW_BRANCH = 'new'

/** A new branch, or other texts of one. Refuses NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeBranch(
  { accounts: { database, now } }: Pick<Services, 'accounts'>,
  { id, ...after }: BranchText & { readonly id?: string | undefined },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const found = id === undefined ? undefined : (await readBranches(tx)).find((branch) => branch.id === readId(id))
    if (id !== undefined && !found) return rejected('NOT_FOUND', { field: 'id' })
    const before = found && branchText(found)
    return proposeSetting(
      tx,
      { kind: 'SET_DELIVERY_BRANCH', subject: id ?? NEW_BRANCH, before, after },
      { act, at: now() },
    )
  })
}

/** Deliveries that wait at the branch are shown with its new texts. */
export async function setProposedBranch(tx: Transaction, { subject, payload }: Proposal): Promise<Approved | Rejected> {
  const { after, changes } = readSetting(payload, DeliveryBranchForm)
  const { branchOpen: open, ...texts } = after
  if (subject === NEW_BRANCH) await insertBranch(tx, { ...texts, open })
  else await saveBranch(tx, { id: readId(subject ?? ''), ...texts, open })
  return { details: changes }
}

/** A branch as its form shows it. */
export const branchText = ({ open, ...texts }: BranchTexts): BranchText => ({
  persianName: texts.persianName,
  englishName: texts.englishName,
  persianAddress: texts.persianAddress,
  englishAddress: texts.englishAddress,
  persianHours: texts.persianHours,
  englishHours: texts.englishHours,
  branchOpen: open,
})
