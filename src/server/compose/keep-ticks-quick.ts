import { createHook } from 'node:async_hooks'

/** One is enough, however many there were when it was looked for. */
const kept: unknown[] = []

/**
 * Keeps an entry of Node's queue of ticks alive for ever. V8 forgets the hidden class of these entries when a full garbage collection
 * finds none of them; `process.nextTick` has then seen two classes, and makes its entries the slow way from there on (Node 24). An answer
 * takes half a dozen ticks: they were 5 % of the server's time under load, and are 0.5 % with this. To be called before the first full
 * collection; where Node does otherwise it does nothing.
 */
export function keepTicksQuick(): void {
  const hook = createHook({
    // Who has ever watched promises has slower ones for ever.
    trackPromises: false,
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') kept.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => undefined)
  hook.disable()
}
