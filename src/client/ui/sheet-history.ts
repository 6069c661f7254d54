/** In the state of an entry of the history: how many sheets lie over its page. */
const DEPTH = 'sheets'
/** One sheet may follow another at once, and a link in a sheet leads on: what stands in the history then is settled after both. */
const SETTLE_MS = 30
/** A sheet that asks or refuses is still there after it, and gets its entry back. */
const ANSWER_MS = 120
/** A step forward that leads nowhere has ended after it. */
const FORWARD_MS = 300
/** A departure that is none, as a download begins, is taken for one no longer. */
const LEAVE_MS = 1_000

interface OpenSheet {
  /** Asks the sheet to close; one that must stay does nothing. */
  readonly close: () => void
}

interface Place {
  readonly key: string | undefined
  readonly index: number
}

let open: readonly OpenSheet[] = []
/** The page that the router shows; `undefined` where nobody follows the history. */
let page: Place | undefined
/** A step of ours is under way: the history moves later than it is told. */
let isStepping = false
/** Another document is being loaded: a step would cancel that, and the entries are of no use any more. */
let isLeaving = false

/** The history as the router keeps it, as far as it is needed here. */
interface PageHistory {
  readonly location: { readonly pathname: string; readonly state: object }
  subscribe(listener: () => void): () => void
}

/**
 * Makes an entry of the history for each open sheet, so that a step back, by whatever key, button or gesture, closes the sheet and stays on
 * its page. The entries of sheets are none of the router's: it is not told of steps between them.
 */
export function followSheets(): { follow(history: PageHistory): void } {
  window.addEventListener('popstate', onStep, { capture: true })
  window.addEventListener('beforeunload', onLeave)
  // After a reload no sheet is open.
  const depth = depthOf(history.state)
  if (depth > 0) step(-depth)
  return {
    follow(pages) {
      let path = pages.location.pathname
      page = placeOf(pages.location.state)
      pages.subscribe(() => {
        page = placeOf(pages.location.state)
        // A sheet that belongs to no page would stand over the next one.
        if (pages.location.pathname !== path) closeAbove(0)
        path = pages.location.pathname
        queueMicrotask(matchEntries)
      })
    },
  }
}

/** Notes that a sheet is open. @returns to be called when it is not */
export function enterSheet(sheet: OpenSheet): () => void {
  open = [...open, sheet]
  matchEntries()
  return () => {
    open = open.filter((other) => other !== sheet)
    setTimeout(matchEntries, SETTLE_MS)
  }
}

/** Leads out of the app. The step back that follows a sheet which has just closed would cancel it, so it waits for that step. */
export function leaveFor(address: string): void {
  setTimeout(() => (isStepping ? leaveFor(address) : location.assign(address)), 2 * SETTLE_MS)
}

function onStep(event: PopStateEvent): void {
  if (!page) return
  const [place, depth] = [placeOf(event.state), depthOf(event.state)]
  const isSamePage = place.key === page.key
  if (isStepping) {
    isStepping = false
    event.stopImmediatePropagation()
    // The page has gone on meanwhile: it is followed.
    if (isSamePage) matchEntries()
    else step(1)
  } else if (isSamePage) {
    event.stopImmediatePropagation()
    if (depth < open.length) closeAbove(depth)
    else if (depth > open.length) passOver()
  } else if (depth > 0) {
    // The entry of a sheet that was left by a link is no place to be.
    event.stopImmediatePropagation()
    history.go(place.index < page.index ? -1 : 1)
  }
}

function onLeave(): void {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
  }, LEAVE_MS)
}

function closeAbove(depth: number): void {
  for (const sheet of open.slice(depth).reverse()) sheet.close()
  setTimeout(matchEntries, ANSWER_MS)
}

/** Forward to a sheet that was closed: on to the next page, or back where there is none. */
function passOver(): void {
  history.forward()
  setTimeout(matchEntries, FORWARD_MS)
}

/** As many entries above the page as sheets are open. */
function matchEntries(): void {
  if (!page || isStepping || placeOf(history.state).key !== page.key) return
  const depth = depthOf(history.state)
  if (depth > open.length && !isLeaving) step(open.length - depth)
  // The router's own `pushState` would load the page again.
  for (let next = depth + 1; next <= open.length; next += 1)
    History.prototype.pushState.call(history, { ...history.state, [DEPTH]: next }, '')
}

function step(by: number): void {
  isStepping = true
  history.go(by)
}

function depthOf(state: unknown): number {
  return isObject(state) && typeof state[DEPTH] === 'number' ? state[DEPTH] : 0
}

function placeOf(state: unknown): Place {
  if (!isObject(state)) return { key: undefined, index: 0 }
  const { __TSR_key: key, __TSR_index: index } = state
  return { key: typeof key === 'string' ? key : undefined, index: typeof index === 'number' ? index : 0 }
}

function isObject(state: unknown): state is Record<string, unknown> {
  return typeof state === 'object' && state !== null
}
