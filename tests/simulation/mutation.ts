/** Ways to break an exchange that the simulation must notice. */
export const MUTATIONS = [
  'answers before the commit',
  'forgets its answers when it starts',
  'writes a batch whose predecessor was lost',
  'forgets whose order came first',
  'takes the keys that memory has forgotten for new ones',
] as const

export type Mutation = (typeof MUTATIONS)[number]
