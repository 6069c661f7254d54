import { afterEach, vi } from 'vitest'

// The configuration removes stubs before the next test: too late for the setup of the next file before its first test.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
