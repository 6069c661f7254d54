import { tmpdir } from 'node:os'

/**
 * The folder for data of tests that do not cut the power: in memory if the run has such a folder (`npm test` creates one if the machine has
 * room), since on a disk a test waits at each commit of each of its databases.
 */
export const scratch = (): string => process.env.TEST_MEMORY_DIR ?? tmpdir()
