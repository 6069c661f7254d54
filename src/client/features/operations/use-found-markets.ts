import { useState } from 'react'
import { useMarketName } from './market-name.tsx'

/** Filters rows of markets by a part of the market's name or symbol. */
export function useFoundMarkets<Row extends { readonly marketType: string }>(rows: readonly Row[]) {
  const [search, setSearch] = useState('')
  const nameOf = useMarketName()
  const wanted = search.trim().toUpperCase()
  const found = rows.filter(
    ({ marketType }) => marketType.includes(wanted) || nameOf(marketType).toUpperCase().includes(wanted),
  )
  return { search, setSearch, found }
}
