// A page of the console on which a draw waits for the chance of entrants: it is fetched anew with each
// step of the draw.

const { live, version } = document.querySelector("[data-drawing]").dataset;

const stream = new EventSource(`${live}?since=${version}`);
stream.addEventListener("moved", (event) => {
  if (Number(event.data) > Number(version)) location.replace(location.href);
});
