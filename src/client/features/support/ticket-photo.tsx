import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { downloadFile } from '#contract/tickets.ts'

/** A photo of a message as a picture. If it cannot be loaded, the button that saves it remains. */
export function TicketPhoto({ file }: { file: string }) {
  const { t } = useTranslation('support')
  const { data } = useQuery({
    queryKey: [downloadFile.path, file],
    queryFn: ({ signal }) => callApi(downloadFile, { query: { fileName: file } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { offline: downloadFile.offline, access: downloadFile.access },
  })
  const url = useObjectUrl(data)
  if (url === undefined) return null
  return <chakra.img src={url} alt={t('talk.picture')} maxHeight="20rem" maxWidth="full" borderRadius="md" />
}

function useObjectUrl(blob: unknown): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!(blob instanceof Blob)) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
