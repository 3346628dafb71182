// A photo of a telephone is larger than the site takes: it is drawn smaller before it is sent.

for (const field of document.querySelectorAll("input[data-picture]")) {
  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (!file) return;
    const smaller = await shrink(file, field.dataset).catch(() => null);
    if (!smaller) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([smaller], "picture.jpg", { type: "image/jpeg" }));
    field.files = chosen.files;
  });
}

// Answers nothing where the site takes the file as it is.
async function shrink(file, { picture: bytes, pixels, edge }) {
  const picture = await createImageBitmap(file);
  if (file.size <= Number(bytes) && picture.width * picture.height <= Number(pixels)) return null;
  const share = Math.min(1, Number(edge) / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
}
