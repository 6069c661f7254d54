import { tmpdir } from 'node:os'

/**
 * The folder for data that no test pulls the plug on: in memory where the run was given one (`npm test` gives one where the machine has
 * room), since a test waits for a disk at each commit of each of its databases.
 */
export const scratch = (): string => process.env.TEST_MEMORY_DIR ?? tmpdir()
