import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { Key } from '#client/ui/keys.tsx'
import { PageList, type Pages } from '#client/ui/page-list.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { ROWS, useListKeys } from './keys.tsx'

type ConsoleListProps<Row> = {
  pages: Pages<Row> & { readonly error: Error | null }
  /** The search field, if the list has one. */
  search?: ReactNode
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list of the console: with search, keyboard navigation and paging. */
export function ConsoleList<Row>({ pages, search, empty, children }: ConsoleListProps<Row>) {
  const { t } = useTranslation('operations')
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const isUsedUp = isRefusal(pages.error, 'LOOKS_USED_UP')
  const [walks, setWalks] = useState(false)
  useEffect(() => setWalks(list.current?.querySelector(ROWS) !== null))
  return (
    <div ref={list}>
      {search}
      <chakra.p hideBelow="lg" display="flex" gap="4" marginBlock="2" fontSize="xs" color="fg.faint">
        {search && (
          <span>
            <Key>/</Key> {t('keys.search')}
          </span>
        )}
        {walks && (
          <>
            <span>
              <Key>↑</Key> <Key>↓</Key> {t('keys.move')}
            </span>
            <span>
              <Key>Enter</Key> {t('keys.open')}
            </span>
          </>
        )}
      </chakra.p>
      {pages.error && isUsedUp && <RefusalNotice error={pages.error} />}
      {!(isUsedUp && !pages.data) && (
        <PageList pages={pages} empty={empty} quiet={isUsedUp}>
          {children}
        </PageList>
      )}
    </div>
  )
}
