import { vi } from 'vitest'

/** A busy machine takes its time: an awaited result comes or does not, whatever the load. The library gives up after one second. */
const PATIENCE_MS = 15_000

const { waitFor, waitUntil } = vi
const patient = (options: number | object | undefined) =>
  typeof options === 'number' ? { timeout: options } : { timeout: PATIENCE_MS, ...options }

vi.waitFor = (holds, options) => waitFor(holds, patient(options))
vi.waitUntil = (holds, options) => waitUntil(holds, patient(options))
