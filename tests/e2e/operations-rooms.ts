/** Every room of the operators that has an address of its own: the walks of the console visit each. */
export const OPERATIONS_ROOMS = [
  '/operations',
  '/operations/identities',
  '/operations/users',
  '/operations/markets',
  '/operations/proposals',
  '/operations/operators',
  '/operations/tickets',
  '/operations/settings',
  '/operations/reports',
  '/operations/broadcasts',
  '/operations/audit',
] as const
