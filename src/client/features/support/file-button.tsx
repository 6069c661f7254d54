import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { downloadFile } from '#contract/tickets.ts'
import { useSupportSentences } from './support-sentences.ts'
import type { TicketMessage } from './tickets.queries.ts'

/** A file of a message, to be saved. What the server refuses is said in its words. */
export function FileButton({ file, fileBytes }: Pick<TicketMessage, 'fileBytes'> & { file: string }) {
  const { t } = useTranslation('support')
  const { sizeOf } = useSupportSentences()
  const sentenceOf = useSentenceOf()
  const save = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async () => {
      const blob = await callApi(downloadFile, { query: { fileName: file } })
      if (!(blob instanceof Blob)) throw new TypeError('the file came as something else')
      saveBlob(blob, `kimia-${file}`)
    },
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="2"
      minHeight="tap"
      paddingInline="3"
      borderRadius="md"
      bg="hover"
      fontSize="sm"
      fontWeight="semibold"
      textAlign="start"
      aria-busy={save.isPending || undefined}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      <Download size={18} aria-hidden="true" />
      <span>
        {t('talk.download')}
        <chakra.span display="block" fontSize="xs" fontWeight="medium" color="fg.muted">
          {sizeOf({ file, fileBytes })}
        </chakra.span>
      </span>
    </chakra.button>
  )
}
