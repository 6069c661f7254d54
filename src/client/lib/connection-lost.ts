import { createAtom } from '@tanstack/react-store'

/** Whether the server cannot be reached now: what moves money is off meanwhile, since nothing may wait to be sent at a later price. */
export const connectionLost = createAtom(false)
