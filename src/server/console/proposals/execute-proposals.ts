import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { drawCredits } from '../../operations/draw-credits.ts'
import { markExecuted, type Proposal, readApproved } from '../../store/accounts/proposals.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readSupervisorPayload } from './payloads.ts'

/**
 * Does what approved proposals order of the exchange: credit lines, each once for ever by its reference. Called after an approval, and by a job for
 * what a stop has left undone.
 */
export async function executeProposals({
  accounts: { database, now },
  catalogue,
  exchange,
}: Pick<ConsoleServices, 'accounts' | 'catalogue' | 'exchange'>): Promise<void> {
  for (const proposal of await readApproved(database)) {
    if (proposal.kind === 'APPOINT_SUPERVISOR') await drawCredits({ database, exchange }, creditsOf(proposal))
    await markExecuted(database, { id: proposal.id, at: now() })
  }

  function creditsOf({ id, userId, payload }: Proposal) {
    if (userId === undefined) throw new Error(`the proposal ${id} appoints nobody`)
    return readSupervisorPayload(payload).credit.map((line) => {
      const coin = catalogue.coinBySymbol.get(line.coin)
      const units = coin && parseDecimal(line.amount, coin.decimals)
      if (!coin || units === undefined) throw new Error(`the proposal ${id} lends ${line.amount} ${line.coin}`)
      return { userId, coinId: coin.id, amount: amount(units), reference: `capital:supervisor:${id}:${line.coin}` }
    })
  }
}
