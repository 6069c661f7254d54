import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { type DocumentName, getDocument } from '#contract/documents.ts'

export interface DocumentPhoto {
  readonly name: DocumentName
  readonly photo: Blob
}

/** Fetches photos of the user's own documents, one after the other, since the first may require a proof of the second step. No cache stores them. */
export function useOwnDocuments() {
  return useMutation({
    mutationFn: async (names: readonly DocumentName[]) => {
      const photos: DocumentPhoto[] = []
      for (const name of names) {
        const photo = await callApi(getDocument, { params: { name } })
        if (!(photo instanceof Blob)) throw new TypeError('a document came without its photo')
        photos.push({ name, photo })
      }
      return photos
    },
    gcTime: 0,
  })
}
