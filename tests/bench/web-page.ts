import type { CDPSession, Page } from 'playwright'

/** Lighthouse's slow 4G; each request waits for the whole latency. */
const SLOW_4G = { latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: 750e3 / 8, offline: false }

export interface Felt {
  /** Milliseconds between two frames in turn. */
  readonly frames: readonly number[]
  /** Milliseconds from each key or press to the frame that shows it. Browsers report none below 16. */
  readonly interactions: readonly number[]
  /** Sums of the shifts of each session window, as Core Web Vitals count them; the largest counts. */
  readonly shift: number
  /** The part of the page that moved in each shift, with the pixels down and to the side. */
  readonly moved: readonly string[]
  /** Writes of the page to its databases and its local storage. */
  readonly writes: number
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  /** The largest first. */
  readonly sources: readonly { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** The most that parts of a page may move while it loads, as Core Web Vitals count it. */
export const SHIFT_MAX = 0.02

declare global {
  interface Window {
    felt: {
      frames: number[]
      interactions: Map<number, number>
      shifts: { at: number; value: number; moved: string }[]
      writes: number
    }
  }
}

/** Lets every page of this tab count what its user would feel, from its first moment on. */
export const watchPage = (page: Page): Promise<unknown> => page.addInitScript(watch)

/** Runs in the page. */
function watch(): void {
  window.felt = { frames: [], interactions: new Map(), shifts: [], writes: 0 }
  let last = performance.now()
  const frame = (now: number) => {
    window.felt.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId } = entry as PerformanceEventTiming & { interactionId: number }
      const known = window.felt.interactions.get(interactionId) ?? 0
      if (interactionId > 0) window.felt.interactions.set(interactionId, Math.max(known, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  const nameOf = ({ sources: [first] }: Shift) => {
    const { node, previousRect: before, currentRect: after } = first ?? {}
    return `"${node?.textContent?.slice(0, 40)}" by ${(after?.y ?? 0) - (before?.y ?? 0)} and ${(after?.x ?? 0) - (before?.x ?? 0)} px`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      if (!entry.hadRecentInput)
        window.felt.shifts.push({ at: entry.startTime, value: entry.value, moved: nameOf(entry) })
  }).observe({ type: 'layout-shift', buffered: true })
  for (const [owner, names] of [
    [IDBObjectStore.prototype, ['put', 'add', 'delete', 'clear']],
    [Storage.prototype, ['setItem', 'removeItem']],
  ] as const)
    for (const name of names) {
      const real = Reflect.get(owner, name)
      Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
        window.felt.writes++
        return Reflect.apply(real, this, args)
      })
    }
}

/** Forgets what was felt so far, so that a measurement begins here. */
export const beginAnew = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window.felt, { frames: [], shifts: [], writes: 0 })
    window.felt.interactions.clear()
  })

export const feltOn = (page: Page): Promise<Felt> =>
  page.evaluate(() => {
    const { frames, interactions, shifts, writes } = window.felt
    let shift = 0
    let sum = 0
    let began = Number.NEGATIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const { at, value } of shifts) {
      // A session window ends after a second without a shift, and after five seconds.
      const isNext = at - last < 1_000 && at - began < 5_000
      if (!isNext) began = at
      sum = isNext ? sum + value : value
      last = at
      shift = Math.max(shift, sum)
    }
    const moved = shifts.map((each) => each.moved)
    return { frames, interactions: [...interactions.values()], shift, moved, writes }
  })

const devTools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

export async function slowDown(page: Page, { cpu = 1, network = false }: { cpu?: number; network?: boolean }) {
  const tools = await devTools(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (!network) return
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', SLOW_4G)
}

/** Bytes of JavaScript objects that are still reachable. */
export async function heapOf(page: Page): Promise<number> {
  const tools = await devTools(page)
  await tools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tools.send('Runtime.getHeapUsage')
  await tools.detach()
  return usedSize
}
