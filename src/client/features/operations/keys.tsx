import { chakra } from '@chakra-ui/react'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping, KeyLine } from '#client/ui/keys.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import type { CONSOLE_PAGES } from './console-pages.ts'

/** The targets of the arrow keys: links of rows, buttons that open or decide one, and rows that expand. */
export const ROWS =
  ':is([role=row], [data-item]) :is(a[href], button[data-row]), li:not([data-item]) > details > summary'

/**
 * The keys of a list: `/` focuses its search field, the arrows move between rows (to each row's first link), Enter opens a row like any link. An open
 * sheet has its own keys.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const page = list.current
      if (!page || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      const search = page.querySelector<HTMLInputElement>('input[type=search]')
      if (event.key === '/' && !isTyping(event.target)) {
        event.preventDefault()
        search?.focus()
        return
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      if (isTyping(event.target) && event.target !== search) return
      const links = [...page.querySelectorAll<HTMLElement>(ROWS)]
      const at = links.findIndex((link) => link.matches(':focus'))
      const next = event.key === 'ArrowDown' ? links[at + 1] : at > 0 ? links[at - 1] : search
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

type KeysSheetProps = { pages: readonly (typeof CONSOLE_PAGES)[number][]; onClose: () => void }

/** A list of all keyboard shortcuts of the console. */
export function KeysSheet({ pages, onClose }: KeysSheetProps) {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  return (
    <Sheet open title={t('keys.title')} onClose={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="2" fontSize="sm">
        {pages.map(({ word, letter }) => (
          <KeyLine key={word} keys={['G', letter]}>
            {ofDesk(`room.${word}`)}
          </KeyLine>
        ))}
        <KeyLine keys={['/']}>{t('keys.search')}</KeyLine>
        <KeyLine keys={['↑', '↓']}>{t('keys.move')}</KeyLine>
        <KeyLine keys={['Enter']}>{t('keys.open')}</KeyLine>
        <KeyLine keys={['Esc']}>{t('keys.close')}</KeyLine>
        <KeyLine keys={['?']}>{t('keys.title')}</KeyLine>
      </chakra.dl>
    </Sheet>
  )
}
