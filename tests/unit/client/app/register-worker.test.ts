import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNewVersion } from '#client/app/new-version.ts'
import { registerWorker } from '#client/app/register-worker.ts'

const PAGE = 'https://kimia.test/'

class Worker extends EventTarget {
  readonly scriptURL = `${PAGE}sw.js`
  state = 'installing'
  readonly received: unknown[] = []

  becomes(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }

  postMessage(message: unknown): void {
    this.received.push(message)
  }
}

class Registration extends EventTarget {
  readonly update = async () => undefined
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = null
}

/** A page's view of its browser's workers. */
class Browser extends EventTarget {
  readonly registration = new Registration()
  controller: Worker | null = null

  async register() {
    return this.registration
  }

  finds(): Worker {
    const worker = new Worker()
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    return worker
  }

  installs(worker: Worker): void {
    this.registration.installing = null
    this.registration.waiting = worker
    worker.becomes('installed')
  }

  activates(worker: Worker): void {
    if (this.registration.waiting === worker) this.registration.waiting = null
    this.registration.active = worker
    worker.becomes('activating')
  }

  controls(worker: Worker): void {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}

const SKIP = { type: 'SKIP_WAITING' }
let browser: Browser
const reload = vi.fn()

beforeEach(() => {
  // A press waits for the old version: its reload must not fall into another file's test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  browser = new Browser()
  vi.stubGlobal('navigator', { serviceWorker: browser })
  vi.stubGlobal('location', { reload, href: PAGE })
  reload.mockReset()
})
afterEach(() => void vi.useRealTimers())

/** The page of an installed app that was opened again. */
async function openAgain() {
  const worker = new Worker()
  browser.activates(worker)
  browser.controller = worker
  return { worker, newVersion: await begin() }
}

async function begin() {
  const newVersion = createNewVersion()
  await registerWorker({ newVersion })
  return newVersion
}

test('the worker of a first visit is no new version, from its installation to its control of the page', async () => {
  const first = browser.finds()
  const newVersion = await begin()
  browser.installs(first)
  browser.activates(first)
  browser.controls(first)
  expect(newVersion.isReady()).toBe(false)
})

test('what a first page has loaded before its worker is asked for once more, so that the worker keeps it', async () => {
  const files = ['https://kimia.test/assets/support-1.js', 'https://kimia.test/assets/words-1.js']
  const others = ['https://kimia.test/api/coins', 'https://elsewhere.test/assets/x.js']
  vi.stubGlobal('location', { reload, href: PAGE, origin: 'https://kimia.test' })
  vi.stubGlobal('performance', {
    now: () => 0,
    getEntriesByType: () => [...files, ...others].map((name) => ({ name })),
  })
  const asked = vi.fn(async (_file: string) => new Response())
  vi.stubGlobal('fetch', asked)
  const first = browser.finds()
  await begin()
  browser.installs(first)
  browser.activates(first)
  expect(asked).not.toHaveBeenCalled()
  browser.controls(first)
  expect(asked.mock.calls.map(([file]) => file)).toEqual(files)

  asked.mockClear()
  await openAgain()
  browser.controls(browser.finds())
  expect(asked).not.toHaveBeenCalled()
})

test('a new version is offered when it is installed, and takes over and reloads at a press alone', async () => {
  const { newVersion } = await openAgain()
  const next = browser.finds()
  expect(newVersion.isReady()).toBe(false)
  browser.installs(next)
  expect(newVersion.isReady()).toBe(true)
  expect(next.received).toEqual([])
  newVersion.apply()
  expect(next.received).toEqual([SKIP])
  expect(reload).not.toHaveBeenCalled()
  browser.activates(next)
  browser.controls(next)
  expect(reload).toHaveBeenCalledOnce()
})

test('a press reloads the page even where the old one does not give way', async () => {
  const { newVersion } = await openAgain()
  browser.installs(browser.finds())
  newVersion.apply()
  vi.advanceTimersByTime(2_000)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('one that is found while the first of all has not taken control yet is offered', async () => {
  const first = browser.finds()
  const newVersion = await begin()
  browser.installs(first)
  browser.activates(first)
  browser.installs(browser.finds())
  expect(newVersion.isReady()).toBe(true)
  browser.controls(first)
  newVersion.apply()
  expect(browser.registration.waiting?.received).toEqual([SKIP])
})

test('of several new versions in one long day the newest takes over', async () => {
  const { newVersion } = await openAgain()
  const [second, third] = [browser.finds(), browser.finds()]
  browser.installs(second)
  browser.installs(third)
  second.becomes('redundant')
  newVersion.apply()
  expect([second.received, third.received]).toEqual([[], [SKIP]])
})

test('one that waited or was on its way before the page opened is offered', async () => {
  const waiting = new Worker()
  browser.registration.waiting = waiting
  expect((await openAgain()).newVersion.isReady()).toBe(true)

  browser.registration.waiting = null
  const coming = browser.finds()
  const { newVersion } = await openAgain()
  browser.installs(coming)
  expect(newVersion.isReady()).toBe(true)
})

test('a press that another tab was before reloads this one', async () => {
  const { newVersion } = await openAgain()
  const next = browser.finds()
  browser.installs(next)
  browser.activates(next)
  newVersion.apply()
  expect(reload).toHaveBeenCalledOnce()
})

test('one that another tab let take over reloads this one at a press, and not before', async () => {
  const { newVersion } = await openAgain()
  const next = browser.finds()
  browser.installs(next)
  browser.activates(next)
  browser.controls(next)
  expect(reload).not.toHaveBeenCalled()
  newVersion.apply()
  expect(reload).toHaveBeenCalledOnce()
})

test('a browser that refuses the worker is no error', async () => {
  browser.register = () => Promise.reject(new Error('blocked'))
  expect((await begin()).isReady()).toBe(false)
})
