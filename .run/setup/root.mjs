import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
