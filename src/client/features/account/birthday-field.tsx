import { lazy, Suspense } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { BirthdaySelectsProps } from './birthday-selects.tsx'

/** The calendar arithmetic arrives with the first birthday asked for. */
const BirthdaySelects = lazy(() => import('./birthday-selects.tsx'))

export function BirthdayField(props: BirthdaySelectsProps) {
  return (
    <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
      <BirthdaySelects {...props} />
    </Suspense>
  )
}
