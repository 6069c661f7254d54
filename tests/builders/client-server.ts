import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'

/** The server of a component test: it answers the endpoints that the test mocks, and refuses all others. */
export function clientServer() {
  const server = setupServer()
  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' })
    standInForTheBrowser()
  })
  afterEach(() => {
    server.resetHandlers()
    localStorage.clear()
    hideBalances(false)
  })
  afterAll(() => server.close())
  return server
}

/** Adds what jsdom lacks and pages with a server use: a measurable viewport, a visible end of a list. */
function standInForTheBrowser(): void {
  window.matchMedia = () => new PhoneViewport()
  window.IntersectionObserver = NothingInView
}

class PhoneViewport extends EventTarget implements MediaQueryList {
  readonly matches = false
  readonly media = ''
  readonly onchange = null
  addListener(): void {}
  removeListener(): void {}
}

class NothingInView implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}
