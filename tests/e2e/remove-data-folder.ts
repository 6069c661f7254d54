import { rmSync } from 'node:fs'

/** Playwright calls this after its last test. */
export default function removeDataFolder(): void {
  const folder = process.env.E2E_DATA_DIR
  if (folder?.includes('kimia-e2e-')) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
