import { expect, test } from 'vitest'
import { custodyOnAnvil } from '#tests/setup/custody-on-anvil.ts'
import { CustodyRefusedError } from '#tests/setup/custody-process.ts'
import { Chance } from '#tests/simulation/chance.ts'

const on = custodyOnAnvil({ confirmations: 7 })
const { payment, balanceOf, find, mine } = on

/** By hand: `CUSTODY_CHAOS_RUNS=300 CUSTODY_CHAOS_SEED=1 npm test -- integration chaos`. A failure names the seed that repeats it. */
const RUNS = Number(process.env.CUSTODY_CHAOS_RUNS ?? 1)
const FIRST_SEED = Number(process.env.CUSTODY_CHAOS_SEED ?? Date.now() % 1_000_000)
/** Refusals that such a node, or such an order of questions, may bring. */
const UNLUCKY = new Set(['NODE_FAILED', 'NOT_REPLACEABLE', 'UNKNOWN_INTENT'])
const PAYMENTS = 8
const STEPS = 40
const LOSSES = ['lose the call', 'lose the answer'] as const

/** From now on calls and answers of the node are lost, and custody is killed before and after some of them. */
function breakThings(chance: Chance): void {
  on.node.onCall = async () => {
    if (chance.onceIn(60)) await on.custody.kill()
    return chance.onceIn(8) ? chance.of(LOSSES) : undefined
  }
  on.node.onAnswer = async () => {
    if (chance.onceIn(60)) await on.custody.kill()
  }
}

test.each(Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run))(
  'payments through kills, lost answers and reorganisations arrive once each: seed %i',
  async (seed) => {
    const chance = new Chance(seed)
    // No reorganisation reaches the coins of the hot wallet.
    await mine(10)
    const sent = Array.from({ length: PAYMENTS }, () => payment())
    /** Asks as the server does: what is not answered is asked again under the same id, and a dead custody is started again. */
    const ask = async (question: () => Promise<unknown>) => {
      await question().catch((error: unknown) => {
        if (!(error instanceof CustodyRefusedError)) on.custody = on.start()
        else if (!UNLUCKY.has(error.code)) throw error
      })
    }
    breakThings(chance)
    for (let step = 0; step < STEPS; step += 1) {
      const one = chance.of(sent)
      const next = chance.weighted({ send: 10, find: 6, replace: 2, mine: 2, reorganise: 2 })
      if (next === 'send') await ask(() => on.custody.ask('send', one))
      if (next === 'find') await ask(() => find(one.id))
      if (next === 'replace') await ask(() => on.custody.ask('replace', { id: one.id }))
      if (next === 'mine') await mine(1)
      // After a thousand blocks anvil does not always have the state that it would go back to.
      if (next === 'reorganise')
        await on
          .anvil()
          .call('anvil_reorg', 1 + chance.below(6), [])
          .catch(() => undefined)
    }
    on.node.mend()
    for (const each of sent) await ask(() => on.custody.ask('send', each))
    for (let round = 0; round < 3; round += 1) {
      for (const each of sent) await ask(() => find(each.id))
      await mine(8)
    }
    for (const each of sent) {
      expect(await find(each.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
      await expect.poll(() => balanceOf(each.to)).toBe(1_000n)
    }
  },
)
