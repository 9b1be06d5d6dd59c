p(1). # A note that ends in CR and LF.
p(2).
q(X) :- p(X). # The last one. 
