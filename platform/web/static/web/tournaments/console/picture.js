// A photo of a telephone is larger than the site takes: it is drawn smaller before it is sent.

for (const field of document.querySelectorAll("input[data-picture]")) {
  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (!file || file.size <= Number(field.dataset.picture)) return;
    const smaller = await shrink(file, Number(field.dataset.edge)).catch(() => null);
    if (!smaller) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([smaller], "picture.jpg", { type: "image/jpeg" }));
    field.files = chosen.files;
  });
}

async function shrink(file, edge) {
  const picture = await createImageBitmap(file);
  const share = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
}
