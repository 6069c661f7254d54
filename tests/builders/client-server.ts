import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { hideBalances } from '#client/lib/hidden-balances.ts'

/** The server of a component test: knows what the test mocks, and lets nothing else through. */
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

/** What jsdom lacks and the client asks for: modal dialogs, a viewport that can be measured, an end of a list that can be seen. */
function standInForTheBrowser(): void {
  window.matchMedia = () => new PhoneViewport()
  window.IntersectionObserver = NothingInView
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
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
