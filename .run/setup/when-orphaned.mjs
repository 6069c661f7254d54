import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 250

/**
 * Calls `act` once when the npm that started this process is gone. npm puts a shell between itself and us, which passes
 * no signal on: without this, a server would outlive the `npm start` that was asked to end.
 */
export function whenOrphaned(/** @type {() => void} */ act) {
  if (!process.env.npm_lifecycle_event) return
  const family = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === family) return
    clearInterval(timer)
    act()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Our parent and, where the system tells cheaply, its parent. */
function ancestors() {
  const parent = process.ppid
  try {
    // "pid (name) state ppid …", and the name may hold anything.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${parent} ${grandparent}`
  } catch {
    return String(parent)
  }
}
