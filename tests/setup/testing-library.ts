import '@testing-library/jest-dom/vitest'
import { cleanup, configure, renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { dismissToast, useToasts } from '#client/ui/toasts.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'

// A busy machine draws a screen slowly; an awaited element comes or does not, whatever the load.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 60_000 })

// jsdom has no layout, so there is nowhere to scroll to.
Element.prototype.scrollIntoView = () => undefined

// Nor does it open dialogs.
let hadSheet = false
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
  hadSheet = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// The server of each test decides whether there is a session.
beforeEach(() => Object.assign(document, { cookie: `${SESSION_MARK}=of-a-test; path=/` }))

// Files share a browser and its modules: each test leaves both as it found them.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  dismissToasts()
  connectionLost.set(false)
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(async () => {
  vi.useRealTimers()
  // A closed sheet adjusts the history 30 ms later; the last file of a worker takes the window away before.
  if (hadSheet) await new Promise((resolve) => setTimeout(resolve, 50))
  window.history.replaceState(null, '', '/')
})

function dismissToasts(): void {
  const { result, unmount } = renderHook(useToasts)
  act(() => {
    for (const { id } of result.current) dismissToast(id)
  })
  unmount()
}
