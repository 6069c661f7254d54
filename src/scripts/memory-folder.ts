import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps this folder in memory. A container may limit it to a few megabytes, and other systems do not have it. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 4 * 1024 ** 3

/** Creates a folder in memory for the databases of a run, in `TEST_MEMORY_DIR`, until this process ends. Without enough space it creates none. */
export function giveMemoryFolder(): void {
  if (process.env.TEST_MEMORY_DIR || !hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'kimia-test-'))
  // When we run as root, PostgreSQL runs as another user and must reach its own folder in here.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  process.env.TEST_MEMORY_DIR = folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_BYTES_MIN
  } catch {
    return false
  }
}
