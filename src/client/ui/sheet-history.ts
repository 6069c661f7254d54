import { createAtom, useSelector } from '@tanstack/react-store'

/** The key in the state of a history entry that holds the number of sheets open over the page. */
const DEPTH = 'sheets'
/** A sheet may follow another immediately, and a link in a sheet may navigate: the history is adjusted after both. */
const SETTLE_MS = 30
/** A sheet that asks first or refuses to close is still open after this time, and gets its entry back. */
const ANSWER_MS = 120
/** A step forward without a target has ended after this time. */
const FORWARD_MS = 300
/** A `beforeunload` without a departure, as at the start of a download, is forgotten after this time. */
const LEAVE_MS = 1_000

interface OpenSheet {
  /** Asks the sheet to close; a sheet that must stay ignores it. */
  readonly close: () => void
}

interface Place {
  readonly key: string | undefined
  readonly index: number
}

let open: readonly OpenSheet[] = []
/** The page that the router shows; `undefined` before the router's history is followed. */
let page: Place | undefined
/** A step of ours is pending: the history moves asynchronously. */
let isStepping = false
/** Another document is loading: a step would cancel that, and the entries are useless now. */
let isLeaving = false

/** The part of the router's history that is used here. */
interface PageHistory {
  readonly location: { readonly pathname: string; readonly state: object }
  subscribe(listener: () => void): () => void
}

/**
 * Makes a history entry for each open sheet, so that a step back, by any key, button or gesture, closes the sheet and stays on its page. The router
 * does not know these entries: steps between them are hidden from it.
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
        // Without this, the sheet would stay open over the next page.
        if (pages.location.pathname !== path) closeAbove(0)
        path = pages.location.pathname
        queueMicrotask(matchEntries)
      })
    },
  }
}

/** Registers an open sheet. @returns a function to call when the sheet closes */
export function enterSheet(sheet: OpenSheet): () => void {
  open = [...open, sheet]
  matchEntries()
  return () => {
    open = open.filter((other) => other !== sheet)
    setTimeout(matchEntries, SETTLE_MS)
  }
}

/** Leaves the app. The step back after a closing sheet would cancel the departure, so it waits for that step. */
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
    // The page has changed meanwhile, so this step has left it: step forward again.
    if (isSamePage) matchEntries()
    else step(1)
  } else if (isSamePage) {
    event.stopImmediatePropagation()
    if (depth < open.length) closeAbove(depth)
    else if (depth > open.length) passOver()
  } else if (depth > 0) {
    // This entry belongs to a sheet that was left by a link, so it is skipped.
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

/** A step forward to a closed sheet: goes on to the next page, or back if there is none. */
function passOver(): void {
  history.forward()
  setTimeout(matchEntries, FORWARD_MS)
}

/** Adjusts the entries above the page to the number of open sheets. */
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

const openSheets = createAtom<readonly HTMLDialogElement[]>([])

/** A modal dialog makes the rest of the page inert, so toasts, which must stay audible, move into the topmost dialog. */
export function noteOpenSheet(dialog: HTMLDialogElement): () => void {
  openSheets.set((open) => [...open, dialog])
  return () => openSheets.set((open) => open.filter((other) => other !== dialog))
}

export const useTopSheet = (): HTMLDialogElement | undefined => useSelector(openSheets, (open) => open.at(-1))

export const isSheetOpen = (): boolean => openSheets.get().length > 0
