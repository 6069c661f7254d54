import { afterEach, vi } from 'vitest'

// The configuration undoes stubs before the next test: too late for what the next file prepares before its first.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
