import type { words as fa } from '../fa/documents.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  title: 'Documents you sent',
  note: 'Your documents are encrypted, and each view of them is logged.',
  show: 'View documents',
  hide: 'Hide documents',
  enlarge: 'Enlarge {{name}}',
  name: { image: 'Front of the document', backImage: 'Back of the document', documentImage: 'Handwritten note' },
} satisfies SameKeys<typeof fa>
