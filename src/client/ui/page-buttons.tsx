import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from './show-digits.ts'

/** The number of page numbers shown side by side. */
const WINDOW = 3

/** The page numbers around the present page, as many as fit. */
export function pageWindow({ page, pages }: { page: number; pages: number }): number[] {
  const first = Math.max(1, Math.min(page - 1, pages - WINDOW + 1))
  return Array.from({ length: Math.min(WINDOW, pages) }, (_, index) => first + index)
}

type PageButtonsProps = {
  page: number
  pages: number
  onPage: (page: number) => void
  words: { label: string; previous: string; next: string; page: (number: string) => string }
}

const Step = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: 'tap',
    minHeight: 'tap',
    paddingInline: '2',
    borderRadius: 'md',
    fontSize: 'sm',
    fontWeight: 'semibold',
    color: 'fg.muted',
    _hover: { bg: 'hover', color: 'fg' },
    '&[aria-current=page]': { bg: 'gold.subtle', color: 'gold' },
    _disabled: { opacity: 0.45, cursor: 'not-allowed' },
  },
})

/**
 * Buttons for a counted list: the present page, its neighbours, and a step in either direction. A single page has no buttons. Chakra's Pagination,
 * 9.0 KB, always draws the first and the last page too, which do not fit a phone at 44 px each.
 */
export function PageButtons({ page, pages, onPage, words }: PageButtonsProps) {
  const language = useLanguage()
  if (pages < 2) return null
  const [Back, On] = language === 'fa' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight]
  return (
    <chakra.nav aria-label={words.label} display="flex" justifyContent="center" gap="1" paddingTop="4">
      <Step type="button" aria-label={words.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Back size={18} aria-hidden="true" />
      </Step>
      {pageWindow({ page, pages }).map((number) => {
        const shown = showDigits(String(number), language)
        return (
          <Step
            key={number}
            type="button"
            aria-label={words.page(shown)}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {shown}
          </Step>
        )
      })}
      <Step type="button" aria-label={words.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <On size={18} aria-hidden="true" />
      </Step>
    </chakra.nav>
  )
}
