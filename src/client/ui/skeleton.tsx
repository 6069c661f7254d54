import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'

/** A placeholder for content that is loading. It should have the size of the content. */
export const Skeleton = chakra('span', {
  base: {
    display: 'block',
    height: '1em',
    borderRadius: 'sm',
    backgroundImage:
      'linear-gradient(90deg, var(--k-colors-hover) 25%, var(--k-colors-line) 50%, var(--k-colors-hover) 75%)',
    backgroundSize: '200% 100%',
    animation: 'shimmer 1.6s linear infinite',
  },
})

/** Another height on a wide screen, where texts take fewer lines. */
export type RowHeight = string | { readonly base: string; readonly md: string }

/** Placeholder rows of a loading list, announced once to screen readers. */
export function SkeletonRows({ rows, height = '2.75rem' }: { rows: number; height?: RowHeight }) {
  const { t } = useTranslation('ui')
  return (
    <chakra.div role="status" aria-label={t('loading')} display="grid" gap="2.5">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} borderRadius="md" />
      ))}
    </chakra.div>
  )
}
