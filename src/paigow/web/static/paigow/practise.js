// Opens the practice table that the address asks for. Without script the button does.
document.getElementById("practise").requestSubmit();
