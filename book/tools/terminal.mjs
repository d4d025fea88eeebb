/** VitePress shows a spinner, and clears as many lines as its text needs: endlessly many where a terminal says that it is 0 columns wide (`script`, some containers). */
export function giveWidth(streams) {
  for (const stream of streams) if (stream.isTTY && !stream.columns) stream.columns = 80
}
