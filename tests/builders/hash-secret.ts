import type { HashSecret } from '#server/engine/keyed-hash.ts'

/** Known, so that a test that fails fails again. */
export const HASH_SECRET: HashSecret = [0x2545f491, -0x61c88647]
