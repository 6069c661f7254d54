import type { Order } from '#server/engine/order.ts'
import type { EngineState } from '#server/engine/state.ts'

/** Every open order of an engine, by id. */
export const openOrdersOf = ({ orders }: EngineState): Order[] =>
  [...orders.values()].flatMap((own) => [...own.values()]).sort((a, b) => a.id - b.id)
